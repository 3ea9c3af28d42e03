//! When the server closes: the signals that tell it to, and those who wait for it.

use std::io;

use tokio::sync::watch;

/// Waits until the server closes.
pub(crate) async fn closes(closing: &mut watch::Receiver<bool>) {
    // Whoever could close it may be gone: then it is closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Waits until somebody tells the process to end: SIGTERM or SIGINT, Control-C elsewhere.
#[cfg(unix)]
pub(crate) fn told_to_end() -> io::Result<impl Future<Output = &'static str> + Send> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => "SIGTERM",
            _ = interrupt.recv() => "SIGINT",
        }
    })
}

/// Waits until somebody tells the process to end: SIGTERM or SIGINT, Control-C elsewhere.
#[cfg(not(unix))]
pub(crate) fn told_to_end() -> io::Result<impl Future<Output = &'static str> + Send> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        "Control-C"
    })
}

/// The signals to read the certificate anew, SIGHUP.
#[cfg(unix)]
pub(crate) fn reloads() -> io::Result<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())
}

/// The signals to read the certificate anew: there are none here.
#[cfg(not(unix))]
pub(crate) fn reloads() -> io::Result<Never> {
    Ok(Never)
}

/// A signal that never comes.
#[cfg(not(unix))]
pub(crate) struct Never;

#[cfg(not(unix))]
impl Never {
    pub(crate) async fn recv(&mut self) -> Option<()> {
        std::future::pending().await
    }
}
