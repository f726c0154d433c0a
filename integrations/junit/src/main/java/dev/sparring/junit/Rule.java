package dev.sparring.junit;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A rule of a test. */
public final class Rule {
  private final Sparring sparring;
  private final String id;
  private final Map<String, String> match;

  Rule(Sparring sparring, String key, String id) {
    this.sparring = sparring;
    this.id = id;
    match = Map.of("rule", key + "/" + id);
  }

  /** The requests that the rule has taken, the oldest first. */
  public List<Request> requests() {
    return sparring.requests(match);
  }

  /** Takes the oldest request of the rule that has not been taken yet. Fails if there is none within 2 seconds. */
  public Request next() {
    return sparring.next(match);
  }

  /** Takes the oldest request of the rule that has not been taken yet. Fails if there is none in time. */
  public Request next(Duration within) {
    return sparring.next(match, within);
  }

  /** Removes the rule. */
  public void remove() {
    sparring.remove(id);
  }
}
