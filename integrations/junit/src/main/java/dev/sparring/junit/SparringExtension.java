package dev.sparring.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Passes {@link Sparring} to the parameters of tests, and of their methods with {@code @BeforeEach} and {@code @AfterEach}.
 * Each test has a scope of its own on one server. A request that no rule of a test takes fails the test.
 */
public final class SparringExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(SparringExtension.class);
  private final boolean allowsUnmatched;

  /** The extension for {@code @ExtendWith}. */
  public SparringExtension() {
    this(false);
  }

  private SparringExtension(boolean allowsUnmatched) {
    this.allowsUnmatched = allowsUnmatched;
  }

  /** An extension for {@code @RegisterExtension}, with which requests that match no rule do not fail a test. */
  public static SparringExtension allowingUnmatched() {
    return new SparringExtension(true);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Sparring.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty())
      throw new ParameterResolutionException(
          "Sparring is a parameter of tests, and of methods with @BeforeEach and @AfterEach: each test has a scope of its own.");
    try {
      Scope scope = scopeOf(context);
      return new Sparring(scope, parameter.isAnnotated(Tls.class) ? scope.tlsUrl() : scope.url);
    } catch (SparringException error) {
      // JUnit adds a prefix to the message of any other exception.
      throw new ParameterResolutionException(error.getMessage(), error);
    }
  }

  /** Verifies and ends the scope: findings fail the test, and a failure has the requests of the test as suppressed. */
  @Override
  public void afterEach(ExtensionContext context) {
    Scope scope = context.getStore(NAMESPACE).remove(Scope.class, Scope.class);
    if (scope == null) return;
    Throwable failure = context.getExecutionException().orElse(null);
    String findings = scope.end(failure != null);
    if (failure != null) failure.addSuppressed(new SparringReport(scope.report()));
    else if (!findings.isEmpty()) throw new AssertionError(scope.report());
  }

  /** The scope of the test, whose parameters one thread resolves. */
  private Scope scopeOf(ExtensionContext context) {
    Store store = context.getStore(NAMESPACE);
    Scope scope = store.get(Scope.class, Scope.class);
    if (scope == null) {
      // Without the types of the parameters.
      String test = context.getDisplayName().replaceFirst("\\([\\w, ]*\\)$", "");
      String name = context.getRequiredTestClass().getSimpleName() + "." + test;
      scope = new Scope(serverOf(context), name);
      scope.allowsUnmatched = allowsUnmatched;
      store.put(Scope.class, scope);
    }
    return scope;
  }

  private static Server serverOf(ExtensionContext context) {
    // A failed start is kept too, so that each test reports it without a start of its own.
    Object server = serverStore(context).getOrComputeIfAbsent(Server.class, key -> startServer());
    if (server instanceof SparringException failure) throw failure;
    return (Server) server;
  }

  private static Object startServer() {
    try {
      return new Server();
    } catch (SparringException failure) {
      return failure;
    }
  }

  /** The store that lives longest: of the session since JUnit 5.13, of the run before. */
  private static Store serverStore(ExtensionContext context) {
    try {
      return context.getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE);
    } catch (LinkageError older) {
      return context.getRoot().getStore(NAMESPACE);
    }
  }

  /** The requests of a failed test, in the stack trace of its failure. */
  private static final class SparringReport extends Exception {
    private static final long serialVersionUID = 1;

    SparringReport(String report) {
      super(report, null, false, false);
    }
  }
}
