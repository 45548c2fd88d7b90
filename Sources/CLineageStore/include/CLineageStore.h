// The system calls that Swift's modules for C libraries leave out.
#ifndef CLINEAGESTORE_H
#define CLINEAGESTORE_H

#include <stddef.h>
#include <sys/types.h>

// Renames a file relative to folders: fails with EEXIST if the new name is taken.
int lineage_rename_exclusive(int folder, const char *name, int new_folder, const char *new_name);

// Exchanges two files, so that each has the other's name.
int lineage_rename_exchange(int folder, const char *name, int other_folder, const char *other_name);

// Extended attributes of open files, as Linux has them.
ssize_t lineage_list_attributes(int descriptor, char *names, size_t size);
ssize_t lineage_get_attribute(int descriptor, const char *name, void *value, size_t size);
int lineage_set_attribute(int descriptor, const char *name, const void *value, size_t size);
int lineage_remove_attribute(int descriptor, const char *name);

#endif
