# Debian packages, `cpack -G DEB` in a build folder: kbc, and kbc-run by itself
# for a machine that has the GPU and nothing else.

set(CPACK_PACKAGE_NAME kbc)
set(CPACK_PACKAGE_CONTACT "kbc authors <kbc@example.org>")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL kbc kbc-run)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_KBC_PACKAGE_NAME kbc)
set(CPACK_DEBIAN_KBC-RUN_PACKAGE_NAME kbc-run)
# without ninja nothing is built, without git nothing is gated
set(CPACK_DEBIAN_KBC_PACKAGE_DEPENDS "kbc-run (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_KBC_PACKAGE_RECOMMENDS "ninja-build, git")
set(CPACK_DEBIAN_KBC_PACKAGE_SUGGESTS "openssh-client, bubblewrap")
set(CPACK_COMPONENT_KBC_DESCRIPTION
"verdicts on the claims of a wiki about GPU kernels
Pages of markdown go in, and a verdict on every number and named behaviour
in them comes out: computed, compiled, emulated, or measured on a device.")
set(CPACK_COMPONENT_KBC-RUN_DESCRIPTION
"measures packs of GPU kernels for kbc
Executes what kbc has packed on a GPU and writes records for it. It needs no
compiler and no wiki, only the driver of the device.")

# What Debian wants otherwise than other systems.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
set(CPACK_KBC_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
include(CPack)
