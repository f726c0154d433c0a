package contract;

import static contract.Client.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sparring.junit.Rule;
import dev.sparring.junit.Sparring;
import dev.sparring.junit.SparringExtension;
import dev.sparring.junit.Step;
import dev.sparring.junit.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suites of the inner runs. */
final class Samples {
  private Samples() {}

  private static void printProcesses() {
    ProcessHandle.current().descendants().forEach(process -> System.out.println("PID " + process.pid()));
  }

  @ExtendWith(SparringExtension.class)
  static class Passes {
    @Test
    void one(Sparring sparring) {
      printProcesses();
      System.out.println("URL " + sparring.url());
      System.out.println("URL " + sparring.control("GET", "/connection", null).toString().replaceAll(".*tlsUrl=([^,]*),.*", "$1"));
    }
  }

  @ExtendWith(SparringExtension.class)
  static class PassesAndFails {
    @Test
    void one(Sparring sparring) {
      printProcesses();
    }

    @Test
    void two(Sparring sparring) throws Exception {
      sparring.respond("GET /a");
      get(sparring.url() + "/get");
      get(sparring.url() + "/a/");
      fail("no");
    }
  }

  @ExtendWith(SparringExtension.class)
  static class Waits {
    @Test
    void one(Sparring sparring) throws Exception {
      printProcesses();
      System.out.println("CHILD " + new ProcessBuilder("sleep", "20").start().pid());
      System.out.println("END");
      Thread.sleep(60_000);
    }
  }

  @ExtendWith(SparringExtension.class)
  static class UsesItTwice {
    @Test
    void one(@Tls Sparring sparring) {
      sparring.respond("GET /a", Step.text("x"));
      sparring.expectNone("GET /a");
      assertEquals("TLS", sparring.sslContext().getProtocol());
    }

    @Test
    void two(Sparring sparring) {
      assertEquals(List.of(), sparring.requests());
    }
  }

  @ExtendWith(SparringExtension.class)
  static class PrintsEverything {
    @Test
    void one(Sparring sparring) throws Exception {
      Rule rule = sparring.respond("GET /a", Step.text("x"));
      get(sparring.url() + "/get");
      for (Executable call : List.<Executable>of(
          () -> sparring.next("GET /b", Duration.ZERO),
          () -> sparring.respond("no match", Step.status(1)),
          () -> sparring.control("GET", "/nothing", null)))
        System.out.println(assertThrows(Throwable.class, call));
      System.out.println(List.of(sparring, rule, Step.status(1), sparring.requests(), sparring.report()));
      for (ProcessHandle process : ProcessHandle.current().descendants().toList())
        for (String name : List.of("cmdline", "environ"))
          System.out.println(Files.readString(Path.of("/proc/" + process.pid(), name)).replace('\0', ' '));
      System.out.println("[everything is printed]");
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
      sparring.requests();
    }
  }

  @ExtendWith(SparringExtension.class)
  @Execution(ExecutionMode.SAME_THREAD)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class KillsServer {
    @Test
    @Order(1)
    void one(Sparring sparring) throws Exception {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
      sparring.requests();
    }

    /** No second server is started. */
    @Test
    @Order(2)
    void two(Sparring sparring) {}
  }

  @ExtendWith(SparringExtension.class)
  static class Fifty {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @RepeatedTest(50)
    void one(Sparring sparring) throws Exception {
      int number = NUMBERS.incrementAndGet();
      sparring.respond("POST /a", Step.text("" + number));
      if (number % 2 == 1) {
        sparring.fault("reset@headers", "POST /a");
        assertThrows(IOException.class, () -> Client.send("POST", sparring.url() + "/a", new byte[0]));
      }
      assertEquals("" + number, Client.send("POST", sparring.url() + "/a", new byte[0]).text());
      assertEquals(1 + number % 2, sparring.requests().size());
    }
  }

  @ExtendWith(SparringExtension.class)
  @Execution(ExecutionMode.SAME_THREAD)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class TwoInOrder {
    private static String first;
    private static Thread late;
    private static final AtomicInteger LATE_ERRORS = new AtomicInteger();

    @Test
    @Order(1)
    void one(Sparring sparring) {
      sparring.respond("GET /a", Step.text("x"));
      first = sparring.url();
      late = new Thread(() -> {
        // Sends requests until the port is closed.
        for (int request = 0; request < 1000; request++)
          try {
            if (get(first + "/a").text().contains("has ended")) throw new IOException("as of a closed port");
          } catch (Exception closed) {
            LATE_ERRORS.incrementAndGet();
            return;
          }
      });
      late.start();
    }

    @Test
    @Order(2)
    void two(Sparring sparring) throws Exception {
      late.join();
      assertEquals(1, LATE_ERRORS.get());
      if (Client.hasPath(sparring)) assertEquals(404, get(first + "/a").status());
      else assertThrows(IOException.class, () -> get(first + "/a"));
      sparring.allowUnmatched();
      assertEquals(404, get(sparring.url() + "/a").status());
      assertEquals(List.of(404), sparring.requests().stream().map(request -> request.status()).toList());
    }
  }

  @ExtendWith(SparringExtension.class)
  static class Unmatched {
    @Test
    void one(Sparring sparring) throws Exception {
      sparring.respond("GET /a", Step.text("x"));
      get(sparring.url() + "/a/");
    }

    @Test
    void two(Sparring sparring) throws Exception {
      sparring.respond("GET /a", Step.text("x"));
      get(sparring.url() + "/a");
    }

    @Test
    void three(Sparring sparring) throws Exception {
      one(sparring);
      sparring.allowUnmatched();
    }
  }

  static class AllowsUnmatched {
    @RegisterExtension static final SparringExtension EXTENSION = SparringExtension.allowingUnmatched();

    @BeforeEach
    void respond(Sparring sparring) {
      sparring.respond("GET /a", Step.text("x"));
    }

    @Test
    void one(Sparring sparring) throws Exception {
      assertEquals(200, get(sparring.url() + "/a").status());
      assertEquals(404, get(sparring.url() + "/a/").status());
    }
  }

  @ExtendWith(SparringExtension.class)
  static class BeforeAllMethod {
    @BeforeAll
    static void use(Sparring sparring) {}

    @Test
    void one() {}
  }
}
