#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CLineageStore.h"

#ifdef __linux__

#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// As in <linux/fs.h>, which not every C library comes with.
enum { exclusive = 1, exchange = 2 };

// The system call itself, because older C libraries have no function for it.
static int rename_with(unsigned flags, int folder, const char *name, int other, const char *other_name) {
  return (int)syscall(SYS_renameat2, folder, name, other, other_name, flags);
}

int lineage_rename_exclusive(int folder, const char *name, int new_folder, const char *new_name) {
  return rename_with(exclusive, folder, name, new_folder, new_name);
}

int lineage_rename_exchange(int folder, const char *name, int other_folder, const char *other_name) {
  return rename_with(exchange, folder, name, other_folder, other_name);
}

ssize_t lineage_list_attributes(int descriptor, char *names, size_t size) {
  return flistxattr(descriptor, names, size);
}

ssize_t lineage_get_attribute(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}

int lineage_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int lineage_remove_attribute(int descriptor, const char *name) {
  return fremovexattr(descriptor, name);
}

#elif defined(__APPLE__)

#include <stdio.h>
#include <sys/xattr.h>

int lineage_rename_exclusive(int folder, const char *name, int new_folder, const char *new_name) {
  return renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL);
}

int lineage_rename_exchange(int folder, const char *name, int other_folder, const char *other_name) {
  return renameatx_np(folder, name, other_folder, other_name, RENAME_SWAP);
}

ssize_t lineage_list_attributes(int descriptor, char *names, size_t size) {
  return flistxattr(descriptor, names, size, 0);
}

ssize_t lineage_get_attribute(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size, 0, 0);
}

int lineage_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0, 0);
}

int lineage_remove_attribute(int descriptor, const char *name) {
  return fremovexattr(descriptor, name, 0);
}

#else
#error "LineageStore supports Linux and Apple's systems."
#endif
