package dev.sparring.junit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A process whose input stays open until the end. The server ends when its input is closed. */
final class ServerProcess {
  private final String name;
  private final Process process;
  private final CompletableFuture<String> line = new CompletableFuture<>();
  private final Deque<String> errors = new ArrayDeque<>();
  private final List<Thread> readers;

  ServerProcess(List<String> command) {
    name = command.get(0);
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("serve", "--print", "json", "--until-stdin-closes"));
    try {
      process = new ProcessBuilder(words).start();
    } catch (IOException error) {
      throw new SparringException(name + " cannot be started: " + error.getMessage());
    }
    readers = List.of(
        read(process.getInputStream(), text -> {
          if (text.startsWith("{\"sparring\"")) line.complete(text);
        }),
        read(process.getErrorStream(), this::addError));
  }

  /** Reads a stream to its end in the background: a process whose output nobody reads would block. */
  private Thread read(InputStream stream, Consumer<String> use) {
    Thread thread = new Thread(() -> {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        lines.lines().forEach(use);
      } catch (IOException | java.io.UncheckedIOException closed) {
        // The end of the process closes the stream.
      }
      if (stream == process.getInputStream()) line.complete("");
    }, "sparring");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private synchronized void addError(String text) {
    errors.add(text);
    if (errors.size() > 200) errors.remove();
  }

  /** The object that the server prints when it is ready. Throws the error of the server, or that the time is over. */
  Map<String, Object> readObject() {
    String limit = System.getenv("SPARRING_START_TIMEOUT");
    if (limit == null || limit.isEmpty()) limit = new File(name).getName().matches("npx(\\..*)?") ? "120" : "30";
    try {
      String found = line.get(Math.round(Double.parseDouble(limit) * 1000), TimeUnit.MILLISECONDS);
      if (!found.isEmpty()) return Json.object(Json.parse(found));
    } catch (TimeoutException late) {
      throw new SparringException(name + " printed no line of JSON in " + limit + " s." + lastErrors());
    } catch (NumberFormatException noNumber) {
      throw new SparringException("SPARRING_START_TIMEOUT is no number of seconds: " + limit);
    } catch (ExecutionException | InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new SparringException("The thread was interrupted during the start of the server.");
    }
    String end = describeEnd();
    String message = errorOfServer();
    throw new SparringException(message != null ? message : end != null ? end : name + " closed its output.");
  }

  private synchronized String errorOfServer() {
    try {
      Map<String, Object> values = Json.object(Json.parse(errors.isEmpty() ? "" : errors.getLast()));
      return (String) Json.object(values.get("error")).get("message");
    } catch (IllegalArgumentException noObject) {
      return null;
    }
  }

  /** A sentence with the exit code and the last lines; null while the process runs. */
  String describeEnd() {
    try {
      if (!process.waitFor(1, TimeUnit.SECONDS)) return null;
      readers.get(1).join(1000);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      return null;
    }
    return "The server has ended with exit code " + process.exitValue() + ". Its command: " + name + "." + lastErrors();
  }

  private synchronized String lastErrors() {
    StringBuilder text = new StringBuilder();
    errors.stream().skip(Math.max(0, errors.size() - 20)).forEach(each -> text.append("\n  ").append(each));
    return text.toString();
  }

  /** Closes the input, and kills a process that does not end by that. */
  void end() {
    boolean hasStarted = line.isDone();
    // A launcher such as npx ends before its child.
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    try {
      process.getOutputStream().close();
    } catch (IOException closed) {
      // The process has ended.
    }
    try {
      if (!process.waitFor(hasStarted ? 5000 : 500, TimeUnit.MILLISECONDS)) all.forEach(ProcessHandle::destroyForcibly);
      process.waitFor();
      for (Thread reader : readers) reader.join(2000);
    } catch (InterruptedException error) {
      all.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    }
  }
}
