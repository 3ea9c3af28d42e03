//! What people are told that they did wrong, or that cannot be done for them.

use halte_engine::{LevelError, PuzzleError};
use halte_game::record::{EditError, Flaw, Problem, ReadError};
use halte_game::{Codes, Explain, IllegalMove, ParseError, Reason, counted, faults};
use halte_games::AnyFault;
use halte_picture::PictureError;
use halte_server::error::ApiError;
use halte_table::{BadNumber, BadTableId, Contradiction};

/// Every code that an error of any part may have: what docs/errors.md lists and catalogues of words have words for.
#[must_use]
pub fn codes() -> Codes {
    let mut codes = Codes::of::<ApiError>();
    <Mistake as Explain>::list(&mut codes);
    <BadTableId as Explain>::list(&mut codes);
    <BadNumber as Explain>::list(&mut codes);
    <Contradiction as Explain>::list(&mut codes);
    <PuzzleError<AnyFault> as Explain>::list(&mut codes);
    <halte_games::square::Fault as Explain>::list(&mut codes);
    codes
}

faults! {
    /// Why a command, or what was typed in a game, is not done.
    pub enum Mistake {
        #[fault("cli_which_game", "which game?")]
        WhichGame,
        #[fault("cli_move", "move {number}: {problem}")]
        Move { number: usize, problem: Problem<AnyFault> },
        #[fault("cli_cannot_read", "cannot read {file}: {cause}")]
        CannotRead { file: String, cause: String },
        #[fault("cli_no_file", "cannot read {file}: there is no such file")]
        NoFile { file: String },
        #[fault("cli_cannot_write", "cannot write {file}: {cause}")]
        CannotWrite { file: String, cause: String },
        #[fault("cli_cannot_lock", "cannot lock {file}: {cause}")]
        CannotLock { file: String, cause: String },
        #[fault("cli_no_folder", "cannot write {file}: there is no folder {folder}")]
        NoFolder { file: String, folder: String },
        #[fault("cli_file_exists", "{file} exists already: choose another name")]
        FileExists { file: String },
        #[fault("cli_file_unreadable", "{file}:{problem}")]
        FileUnreadable { file: String, problem: ReadError<AnyFault> },
        #[fault("cli_file_empty", "{file} holds no game")]
        FileEmpty { file: String },
        #[fault(
            "cli_file_which_game",
            "{file} holds {games} games: say which one by its number, `--number N` or `load FILE N`"
        )]
        FileWhichGame { file: String, games: usize },
        #[fault(
            "cli_file_no_such_game",
            "{file} holds {games}, and no number {number}",
            games = counted(*games, "game")
        )]
        FileNoSuchGame { file: String, games: usize, number: usize },
        #[fault("cli_file_protected", "{file} is write-protected: --output FILE writes elsewhere")]
        FileProtected { file: String },
        #[fault("cli_nothing_to_analyse", "{file}: there are no moves to analyse")]
        NothingToAnalyse { file: String },
        #[fault("cli_analysis_stopped", "the analysis was stopped")]
        AnalysisStopped,
        #[fault("cli_card_first", "a card is to be drawn: say which with --moves, such as --moves '#3'")]
        CardFirst,
        #[fault("cli_nothing_to_find", "there is nothing to find: {turn}")]
        NothingToFind { turn: String },
        #[fault(
            "cli_group_in_gif",
            "--group is for the picture of one position: no group is there in every frame of a GIF"
        )]
        GroupInGif,
        #[fault("cli_picture_to_file", "a picture cannot go to standard output here")]
        PictureToFile,
        #[fault("cli_picture_ending", "cannot write {file}: the file must end in {endings}")]
        PictureEnding { file: String, endings: String },
        #[fault("cli_zoom_of_svg", "an SVG is as large as it is shown: --zoom is for PNG and GIF")]
        ZoomOfSvg,
        #[fault("cli_no_such_cell", "there is no cell {cell:?} on this board")]
        NoSuchCell { cell: String },
        #[fault("cli_no_groups", "{game} has no groups")]
        NoGroups { game: String },
        #[fault("cli_in_no_group", "{piece}: it belongs to no group")]
        InNoGroup { piece: String },
        #[fault("cli_empty_cell", "{cell} is empty")]
        EmptyCell { cell: String },
        #[fault("cli_no_chance", "there is no chance on this machine: {cause}")]
        NoChance { cause: String },
        #[fault("cli_load_and", "the file says what is played: --load and {given} do not go together")]
        LoadAnd { given: &'static str },
        #[fault("cli_variant_of", "{game} has the variant {variant}: `halte play {game} --variant {variant}`")]
        VariantOf { game: String, variant: String },
        #[fault("cli_variant_of_none", "no game has a variant {variant:?}: `halte games` lists them")]
        VariantOfNone { variant: String },
        #[fault("cli_position_of", "a position of which game? `halte play GAME --position P`")]
        PositionOf,
        #[fault("cli_engine_broken", "the engine has broken down")]
        EngineBroken,
        #[fault("cli_no_move_now", "no move is to be made")]
        NoMoveNow,
        #[fault("cli_which_level", "which level? type: level N, from 1 to 10, or level off")]
        WhichLevel,
        #[fault("cli_engine_plays_on", "the engine plays on: it agrees to no draw")]
        EnginePlaysOn,
        #[fault("cli_neither", "{text:?} is neither a move nor a command: {reason}; `help` explains")]
        Neither { text: String, reason: Reason<AnyFault> },
        #[fault("cli_over", "the game is over: `undo`, `new` or `quit`")]
        Over,
        #[fault("cli_illegal", "{problem}; `moves` lists the legal ones")]
        IllegalTyped { problem: IllegalMove<AnyFault> },
        #[fault("cli_choose", "{problem}; type a number, a name, or quit")]
        Choose { problem: ParseError<AnyFault> },
        #[fault("cli_undo", "undo how many moves? {text:?} is no number")]
        Undo { text: String },
        #[fault("cli_save_where", "save where? type: save FILE")]
        SaveWhere,
        #[fault("cli_load_what", "load what? type: load FILE")]
        LoadWhat,
        #[fault("cli_over_already", "the game is over already")]
        OverAlready,
        /// A text that is no position, move, game or variant.
        #[from]
        Unreadable(ParseError<AnyFault>),
        /// A move that is not legal.
        #[from]
        Illegal(IllegalMove<AnyFault>),
        /// A record cannot be changed so.
        #[from]
        Edit(EditError<AnyFault>),
        /// A tag cannot be written.
        #[from]
        Tag(ParseError<Flaw>),
        /// An engine of no level.
        #[from]
        Level(LevelError),
        /// No picture can be made.
        #[from]
        Picture(PictureError),
    }
}
