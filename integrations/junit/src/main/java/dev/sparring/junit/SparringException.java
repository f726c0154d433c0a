package dev.sparring.junit;

/** The server cannot be used, or rejects a call. */
public final class SparringException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SparringException(String message) {
    super(message);
  }
}
