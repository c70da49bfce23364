# Run by cpack over what it is about to pack: manuals are compressed, the licence
# has Debian's name, and zsh's completion is where Debian's zsh looks.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
	return()
endif()
foreach(component kbc kbc-run)
	set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr/share)
	file(GLOB pages ${root}/man/man*/*.[1-8])
	if(pages)
		execute_process(COMMAND gzip -9n ${pages}
			COMMAND_ERROR_IS_FATAL ANY)
	endif()
	configure_file(${CPACK_KBC_LICENSE} ${root}/doc/${component}/copyright
		COPYONLY)
	file(REMOVE ${root}/doc/${component}/LICENSE)
	if(EXISTS ${root}/zsh/site-functions)
		file(RENAME ${root}/zsh/site-functions
			${root}/zsh/vendor-completions)
	endif()
endforeach()
