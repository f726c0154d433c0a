use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// The result of a thread, for any executor.
struct Waiting<T>(Arc<Mutex<State<T>>>);

struct State<T> {
    result: Option<T>,
    waker: Option<Waker>,
}

/// Calls a function in a thread of its own.
pub(crate) fn run<T: Send + 'static>(
    call: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = T> + Send + 'static {
    let state = Arc::new(Mutex::new(State {
        result: None,
        waker: None,
    }));
    let shared = state.clone();
    std::thread::spawn(move || {
        let result = call();
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        state.result = Some(result);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    });
    Waiting(state)
}

impl<T> Future for Waiting<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
