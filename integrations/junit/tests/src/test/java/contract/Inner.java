package contract;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of a class in a process of their own, and prints their results. */
final class Inner {
  private Inner() {}

  public static void main(String[] words) throws Exception {
    Set<String> before = threads();
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(words[0]))
        .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", System.getProperty("parallelism", "16"));
    long begun = System.nanoTime();
    try (LauncherSession session = LauncherFactory.openSession()) {
      session.getLauncher().execute(request.build(), new Listener());
    }
    System.out.println("SECONDS " + (System.nanoTime() - begun) / 1e9);
    Set<String> left = threads();
    // Before Java 21, the client of the JDK ends its thread when it is collected.
    for (int attempt = 0; attempt < 100 && left.stream().anyMatch(name -> name.startsWith("HttpClient")); attempt++) {
      System.gc();
      Thread.sleep(50);
      left = threads();
    }
    left.removeAll(before);
    System.out.println("THREADS " + left);
    System.out.println("CHILDREN " + ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).count());
  }

  private static Set<String> threads() {
    // The pool of the JDK keeps the thread that waits for a process for a minute.
    return Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive).map(Thread::getName)
        .filter(name -> !name.startsWith("process reaper")).collect(toSet());
  }

  /** The process of a run. With a variable PATH, it has no variable SPARRING_COMMAND. */
  static Process start(Class<?> tests, Map<String, String> variables) {
    String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder = new ProcessBuilder(
        new File(System.getProperty("java.home"), "bin/java").getPath(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
        "-cp", classPath, Inner.class.getName(), tests.getName());
    if (variables.containsKey("PATH")) builder.environment().remove("SPARRING_COMMAND");
    builder.environment().putAll(variables);
    try {
      return builder.redirectErrorStream(true).start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** What a run printed. */
  record Output(String text) {
    List<String> passed() {
      return lines("PASSED ").sorted().toList();
    }

    List<String> failed() {
      return lines("FAILED ").sorted().toList();
    }

    List<Long> pids() {
      return lines("PID ").map(Long::valueOf).toList();
    }

    /** The rest of the lines that begin with a word. */
    Stream<String> lines(String word) {
      return text.lines().filter(line -> line.startsWith(word)).map(line -> line.substring(word.length()));
    }
  }

  static Output run(Class<?> tests, Map<String, String> variables) throws Exception {
    Process process = start(tests, variables);
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return new Output(text);
  }

  private static final class Listener implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (!test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) return;
      String name = test.getDisplayName().replaceFirst("\\(.*", "");
      List<String> lines = new ArrayList<>();
      lines.add((result.getStatus() == TestExecutionResult.Status.SUCCESSFUL ? "PASSED " : "FAILED ") + name);
      result.getThrowable().ifPresent(failure -> {
        lines.add("MESSAGE " + failure.getMessage());
        for (Throwable each : failure.getSuppressed()) lines.add("SUPPRESSED " + each.getMessage());
      });
      System.out.println(lines.stream().collect(joining("\n")));
    }
  }
}
