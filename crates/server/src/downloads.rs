//! Files of many records: so many at once, and made a page at a time, away from everything else. Who reads slowly keeps
//! nothing from others.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{ApiError, TooMany};
use crate::limits::{Client, RetryAfter, Turns};

/// How many files one client reads at once, and all together: each has a page in memory.
const OF_CLIENT: usize = 2;
const OF_ALL: usize = 100;

/// When to come back.
const RETRY: RetryAfter = RetryAfter(Duration::from_secs(10));

pub(crate) struct Downloads {
    of_client: Turns<Client>,
    of_all: Arc<Semaphore>,
    /// One: a page takes a core for a moment, and everybody's next page is made in turn.
    pages: Arc<Semaphore>,
}

/// The right to a file, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Download {
    _of_client: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl Default for Downloads {
    fn default() -> Downloads {
        Downloads {
            of_client: Turns::new(OF_CLIENT),
            of_all: Arc::new(Semaphore::new(OF_ALL)),
            pages: Arc::new(Semaphore::new(1)),
        }
    }
}

impl Downloads {
    /// Begins a file for a client, if there are not too many.
    pub(crate) fn begin(&self, client: Client) -> Result<Download, ApiError> {
        let of_client = self.of_client.try_take(client);
        let taken = of_client.zip(Arc::clone(&self.of_all).try_acquire_owned().ok());
        let (of_client, of_all) =
            taken.ok_or_else(|| ApiError::too_many(|seconds| TooMany::Downloads { seconds }, RETRY))?;
        Ok(Download {
            _of_client: of_client,
            _of_all: of_all,
        })
    }

    /// Waits until the next page may be made.
    pub(crate) async fn page(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let turn = Arc::clone(&self.pages).acquire_owned().await;
        turn.map_err(ApiError::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn so_many_at_once() {
        let downloads = Downloads::default();
        let begin = |number: usize| downloads.begin(IpAddr::from([10, 0, 0, number as u8]).into());
        let own: Vec<_> = (0..OF_CLIENT).map(|_| begin(0).expect("one's own")).collect();
        let refused = begin(0).expect_err("too many of one client");
        assert_eq!(refused, ApiError::TooMany(TooMany::Downloads { seconds: 10 }));
        let others: Vec<_> = (OF_CLIENT..OF_ALL)
            .map(|number| begin(number).expect("others"))
            .collect();
        assert!(begin(200).is_err(), "too many in all");
        drop(own);
        assert!(begin(0).is_ok());
        drop(others);
    }
}
