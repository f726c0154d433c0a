package dev.sparring.junit;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Finds the command that starts a server. */
final class Command {
  private Command() {}

  /** The words of the command, before those of {@code serve}. */
  static List<String> find() {
    String chosen = System.getenv("SPARRING_COMMAND");
    if (chosen != null && !chosen.isBlank()) return parse(chosen.strip());
    String sparring = which("sparring");
    if (sparring != null) return List.of(sparring);
    String npx = which("npx");
    if (npx != null) return List.of(npx, "--yes", "sparring@~" + Server.MINOR + ".0");
    throw new SparringException(
        "Sparring was not found. Run \"npm install --save-dev sparring\", put the executable \"sparring\" on the PATH, "
            + "or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (" + path().count() + " folders), npx (not found).");
  }

  /** A list in JSON, the path of a file, or words with spaces between them. */
  private static List<String> parse(String chosen) {
    if (!chosen.startsWith("[")) return new File(chosen).isFile() ? List.of(chosen) : List.of(chosen.split("\\s+"));
    try {
      List<String> words = ((List<?>) Json.parse(chosen)).stream().map(String.class::cast).toList();
      if (!words.isEmpty()) return words;
    } catch (IllegalArgumentException | ClassCastException noTexts) {
      // The sentence below says it.
    }
    throw new SparringException("SPARRING_COMMAND is no list of texts in JSON.");
  }

  /** The path of a program; on Windows with one of the endings of PATHEXT, which Java does not add. */
  private static String which(String name) {
    boolean isWindows = File.separatorChar == '\\';
    String endings = isWindows ? System.getenv().getOrDefault("PATHEXT", ".COM;.EXE;.BAT;.CMD") : "";
    return path()
        .flatMap(folder -> Arrays.stream(endings.split(";")).map(ending -> new File(folder, name + ending)))
        .filter(file -> file.isFile() && file.canExecute()).map(File::getPath).findFirst().orElse(null);
  }

  private static Stream<String> path() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty());
  }
}
