/** A value that is there, or will be. What is there at once costs no promise, and a promise costs more than a look-up. */
export type Later<Value> = Value | Promise<Value>;

/** Goes on with the value: now when it is there, else when it comes. */
export function after<Value, Result>(
  value: Later<Value>,
  next: (value: Value) => Later<Result>,
): Later<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
