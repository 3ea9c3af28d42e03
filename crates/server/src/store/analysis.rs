//! What is kept of analyses, for a while.

use crate::store::row::rows;

rows! {
    /// An analysis without what was asked and found.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct AnalysisNote {
        /// Its name in addresses.
        pub id: String,
        /// The id of the person who asked for it.
        pub owner: String,
        /// Whether nothing more will come.
        pub is_finished: bool,
        /// When somebody asked for it last, or was seen to watch it.
        pub asked_at: i64,
        /// Until when somebody watches it, as far as is known.
        pub watched_until: i64,
        /// Until when a server has taken it on.
        pub due_at: i64,
    }

    /// An analysis.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct StoredAnalysis {
        /// What is known of all of them.
        pub note: AnalysisNote,
        /// What was asked, as JSON.
        pub body: String,
        /// What was found so far, as JSON.
        pub view: String,
    }
}
