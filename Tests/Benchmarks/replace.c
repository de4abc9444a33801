/* The floor for the cost of a change: replaces a file atomically, as often as the second argument says. */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  static const char text[] = "{\n  \"version\": 1,\n  \"tasks\": [\n    {\"title\": \"Call Sam\"}\n  ]\n}\n";
  if (count != 3 || chdir(arguments[1]) != 0) return 64;
  int directory = open(".", O_RDONLY | O_DIRECTORY);
  if (directory < 0) return 1;
  for (int rest = atoi(arguments[2]); rest > 0; rest--) {
    int file = open("new", O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0 || write(file, text, strlen(text)) < 0 || fsync(file) != 0 || close(file) != 0) return 1;
    if (rename("new", "file") != 0 || fsync(directory) != 0) return 1;
  }
  return 0;
}
