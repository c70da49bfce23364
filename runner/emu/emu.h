/*
 * The emulator as a device (device.h): runs PTX on the processor.
 */
struct device_ops;

/* The table of the emulator. */
const struct device_ops *emu_make(void);
