/* Calls that the library of tests/faults counts and fails, by class. */
enum class {
	CLASS_MEMORY, /* malloc calloc realloc mmap */
	CLASS_OPEN,   /* open openat fopen opendir fdopendir */
	CLASS_FOLDER, /* mkdir mkdtemp */
	CLASS_READ,   /* read readdir */
	CLASS_WRITE,  /* write ftruncate */
	CLASS_SYNC,   /* fsync close */
	CLASS_NAME,   /* rename renameat unlink unlinkat fchmod */
	CLASS_LOOK,   /* stat lstat fstat fstatat realpath */
	CLASS_START,  /* fork pipe2 pthread_create */
	CLASS_EXEC,   /* execve execv */
	CLASSES
};

static const char *const class_names[CLASSES] = {
	"memory", "open", "folder", "read", "write",
	"sync", "name", "look", "start", "exec",
};
