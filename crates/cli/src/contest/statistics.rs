//! What results say about strength: Elo differences with their error, and the sequential test that ends a match early.
//!
//! Two games of a pair share their opening and so are not independent: everything is computed from pairs, as fishtest
//! does. A pair has five results, hence "pentanomial".

use std::fmt;
use std::str::FromStr;

use crate::arguments::BadArgument;

/// The 97.5 % quantile of the normal distribution: 95 % lie within so many standard errors.
const ERROR_BAR: f64 = 1.959_963_984_540_054;

/// How many pairs gave the first engine 0, ½, 1, 1½ and 2 points.
pub(super) type Pairs = [u64; 5];

/// The score that is expected at a difference in Elo.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo at which a score is expected; infinite at a score of 0 or 1.
pub(super) fn elo(score: f64) -> f64 {
    if score >= 1.0 {
        f64::INFINITY
    } else if score <= 0.0 {
        f64::NEG_INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The mean of the results of a number of pairs, as a share of the points, and its standard error.
fn mean_and_error(pairs: &Pairs) -> Option<(f64, f64)> {
    let total: u64 = pairs.iter().sum();
    if total == 0 {
        return None;
    }
    let total = total as f64;
    let moment = |power: i32, centre: f64| -> f64 {
        let values = (0..).zip(pairs).map(|(points, &count)| {
            let share = f64::from(points) / 4.0 - centre;
            count as f64 * share.powi(power)
        });
        values.sum::<f64>() / total
    };
    let mean = moment(1, 0.0);
    Some((mean, (moment(2, mean) / total).sqrt()))
}

/// How far apart two engines are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Difference {
    /// The best guess.
    pub(super) elo: f64,
    /// The ends of the interval that holds the truth in 95 % of matches; infinite where the results give no bound.
    pub(super) interval: (f64, f64),
    /// The likelihood that the first engine is the stronger one.
    pub(super) superiority: f64,
}

impl Difference {
    /// What the pairs say; nothing if there are none.
    pub(super) fn new(pairs: &Pairs) -> Option<Difference> {
        let (mean, error) = mean_and_error(pairs)?;
        let total: u64 = pairs.iter().sum();
        let games = 2.0 * total as f64;
        // Whoever wins everything in so many games wins at least this share of all, in 95 % of matches.
        let least = 0.05_f64.powf(1.0 / games);
        let interval = if mean >= 1.0 {
            (least, 1.0)
        } else if mean <= 0.0 {
            (0.0, 1.0 - least)
        } else {
            (mean - ERROR_BAR * error, mean + ERROR_BAR * error)
        };
        let superiority = if error > 0.0 {
            normal((mean - 0.5) / error)
        } else {
            // All pairs are alike: as if each game were independent and won as often as not.
            normal((2.0 * mean - 1.0) * games.sqrt())
        };
        Some(Difference {
            elo: elo(mean),
            interval: (elo(interval.0), elo(interval.1)),
            superiority,
        })
    }
}

/// `+35.2 ± 21.4`, or where one side has no bound `+800, at least +476`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.interval;
        match (self.elo.is_finite(), least.is_finite(), most.is_finite()) {
            (true, true, true) => write!(f, "{:+.1} ± {:.1}", self.elo, (most - least) / 2.0),
            (true, true, false) => write!(f, "{:+.0}, at least {least:+.0}", self.elo),
            (true, false, true) => write!(f, "{:+.0}, at most {most:+.0}", self.elo),
            (true, false, false) => write!(f, "{:+.0}, without a bound", self.elo),
            (false, true, _) => write!(f, "at least {least:+.0}"),
            (false, false, _) => write!(f, "at most {most:+.0}"),
        }
    }
}

/// The share of a normal distribution that lies below `x` standard deviations.
fn normal(x: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17: the error is below 7.5e-8.
    const COEFFICIENTS: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let series = COEFFICIENTS
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * series;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// A sequential test between two differences in Elo: `elo0,elo1` or `elo0,elo1,alpha,beta`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SequentialTest {
    elo: [f64; 2],
    /// The chance to accept the second hypothesis where the first is true.
    alpha: f64,
    /// The chance to accept the first hypothesis where the second is true.
    beta: f64,
}

/// Which hypothesis a test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The first: the difference is `elo0` or less.
    First,
    /// The second: the difference is `elo1` or more.
    Second,
}

impl SequentialTest {
    /// The logarithm of the ratio of likelihoods, which grows with the evidence for the second hypothesis.
    pub(super) fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let results = pairs.map(|count| count as f64);
        log_likelihood_ratio(&results, self.elo.map(expected_score))
    }

    /// The ratios at which the test ends.
    pub(super) fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Which hypothesis these pairs show, if they show one.
    pub(super) fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= lower => Some(Verdict::First),
            ratio if ratio >= upper => Some(Verdict::Second),
            _ => None,
        }
    }

    pub(super) fn words(&self, verdict: Option<Verdict>) -> String {
        match verdict {
            None => "undecided".to_owned(),
            Some(Verdict::First) => format!("accepted: {:+} Elo or less", self.elo[0]),
            Some(Verdict::Second) => format!("accepted: {:+} Elo or more", self.elo[1]),
        }
    }
}

/// `between 0 and 10 Elo, errors 5 % and 5 %`.
impl fmt::Display for SequentialTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo0, elo1] = self.elo;
        write!(f, "{elo0} or {elo1} Elo, errors {} and {}", self.alpha, self.beta)
    }
}

impl FromStr for SequentialTest {
    type Err = BadArgument;

    fn from_str(text: &str) -> Result<SequentialTest, BadArgument> {
        let refuse = |reason: String| BadArgument {
            what: "test",
            text: text.to_owned(),
            reason,
        };
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let number = part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            numbers.push(number.ok_or_else(|| refuse(format!("{part:?} is no number")))?);
        }
        let (elo, alpha, beta) = match numbers[..] {
            [elo0, elo1] => ([elo0, elo1], 0.05, 0.05),
            [elo0, elo1, alpha, beta] => ([elo0, elo1], alpha, beta),
            _ => return Err(refuse("it is written elo0,elo1 or elo0,elo1,alpha,beta".to_owned())),
        };
        if elo[0] >= elo[1] {
            return Err(refuse(format!("{} is not less than {}", elo[0], elo[1])));
        }
        for error in [alpha, beta] {
            if !(error > 0.0 && error < 0.5) {
                return Err(refuse(format!("{error} is no chance of an error between 0 and 0.5")));
            }
        }
        Ok(SequentialTest { elo, alpha, beta })
    }
}

/// What stands for a result that has not occurred, so that no likelihood is zero; fishtest's choice.
const RARE: f64 = 1e-3;

/// The generalised log-likelihood ratio of two expected scores, given how often each result occurred, the results being
/// evenly spaced from 0 to 1 (Michel Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1).
fn log_likelihood_ratio(results: &[f64], scores: [f64; 2]) -> f64 {
    let counts: Vec<f64> = results.iter().map(|count| count.max(RARE)).collect();
    let total: f64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let outcomes: Vec<(f64, f64)> = (0..)
        .zip(&counts)
        .map(|(i, count)| (f64::from(i) / most, count / total))
        .collect();
    // The likeliest distribution with this mean has the probabilities p / (1 + x (value - mean)).
    let [x0, x1] = scores.map(|score| multiplier(&outcomes, score));
    let logarithms = outcomes.iter().map(|&(value, probability)| {
        let ratio = (1.0 + x0 * (value - scores[0])) / (1.0 + x1 * (value - scores[1]));
        probability * ratio.ln()
    });
    total * logarithms.sum::<f64>()
}

/// Solves `sum of p a / (1 + x a) = 0` with `a = value - score`, which falls from one end of its range to the other.
fn multiplier(outcomes: &[(f64, f64)], score: f64) -> f64 {
    let sum = |x: f64| -> f64 {
        let terms = outcomes.iter().map(|&(value, probability)| {
            let a = value - score;
            probability * a / (1.0 + x * a)
        });
        terms.sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    // Each step halves the range: 100 are more than a number has digits.
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value} is not {expected}");
    }

    #[test]
    fn scores_and_elo_belong_together() {
        let check = |score: f64, expected: f64| {
            close(elo(score), expected, 0.005);
            close(expected_score(expected), score, 1e-5);
        };
        check(0.5, 0.0);
        check(0.75, 190.85);
        check(0.909_090_9, 400.0);
        check(0.25, -190.85);
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Values from tables of the normal distribution.
    #[test]
    fn the_normal_distribution_is_known() {
        let check = |x: f64, expected: f64| close(normal(x), expected, 1e-6);
        check(0.0, 0.5);
        check(1.0, 0.841_344_7);
        check(-1.0, 0.158_655_3);
        check(1.959_964, 0.975);
        check(3.0, 0.998_650_1);
    }

    /// Tests of Stockfish patches with pairs, logistic bounds and ratios as fishtest published them in the pull
    /// requests 3098, 3209 and 2971.
    #[test]
    fn ratios_are_those_of_fishtest() {
        let check = |test: &str, pairs: Pairs, expected: f64| {
            let test: SequentialTest = test.parse().expect("a test");
            close(test.ratio(&pairs), expected, 0.011);
        };
        check("-0.25,1.25", [491, 7345, 29693, 7670, 465], 2.96);
        check("0.25,1.25", [53, 2220, 21459, 2445, 47], 2.97);
        check("-0.25,1.25", [253, 4282, 17604, 4431, 286], 2.94);
        check("0.25,1.25", [58, 3302, 33130, 3518, 84], 2.97);
        check("-0.5,1.5", [17, 253, 1042, 337, 39], 2.96);
        check("0.25,1.75", [11, 407, 3238, 513, 11], 2.93);
        // Computed by fishtest's method.
        check("0,5", [0, 0, 0, 0, 50], 0.7144);
        check("0,10", [3, 10, 40, 20, 7], 1.0216);
        check("0,10", [0; 5], 0.0);
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let check = |test: &str, pairs: Pairs, expected: Option<Verdict>| {
            let test: SequentialTest = test.parse().expect("a test");
            assert_eq!(test.verdict(&pairs), expected, "{pairs:?}");
        };
        let (lower, upper) = "0,5".parse::<SequentialTest>().expect("a test").bounds();
        close(lower, -2.944_439, 1e-6);
        close(upper, 2.944_439, 1e-6);
        check("0,50", [0, 0, 0, 0, 0], None);
        check("0,50", [2, 5, 20, 5, 2], None);
        check("0,50", [20, 50, 200, 50, 20], Some(Verdict::First));
        check("0,50", [10, 50, 200, 100, 60], Some(Verdict::Second));
    }

    #[test]
    fn differences_have_error_bars() {
        let check = |pairs: Pairs, expected: Option<(&str, f64)>| {
            let difference = Difference::new(&pairs);
            let text = difference.map(|difference| difference.to_string());
            assert_eq!(text.as_deref(), expected.map(|(text, _)| text), "{pairs:?}");
            if let (Some(difference), Some((_, superiority))) = (difference, expected) {
                close(difference.superiority, superiority, 1e-4);
            }
        };
        check([0; 5], None);
        check([10789, 19328, 33806, 19402, 10543], Some(("-0.8 ± 1.3", 0.1177)));
        check([3, 10, 40, 20, 7], Some(("+39.3 ± 35.1", 0.9867)));
        // 30 games without a loss show about 90 % or better.
        check([0, 0, 0, 0, 15], Some(("at least +392", 1.0)));
        check([15, 0, 0, 0, 0], Some(("at most -392", 0.0)));
        check([0, 0, 0, 1, 49], Some(("+920, at least +730", 1.0)));
        check([0, 0, 5, 0, 0], Some(("+0.0 ± 0.0", 0.5)));
        check([0, 0, 0, 0, 1], Some(("at least -216", 0.9214)));
    }

    #[test]
    fn tests_are_read() {
        let check = |text: &str, expected: Result<&str, &str>| {
            let read = text.parse::<SequentialTest>();
            let read = read.as_ref().map(ToString::to_string).map_err(|error| &*error.reason);
            assert_eq!(read.as_deref().map_err(|&reason| reason), expected, "{text}");
        };
        check("0,5", Ok("0 or 5 Elo, errors 0.05 and 0.05"));
        check("-1.5, 0.5, 0.1, 0.2", Ok("-1.5 or 0.5 Elo, errors 0.1 and 0.2"));
        check("5,0", Err("5 is not less than 0"));
        check("0", Err("it is written elo0,elo1 or elo0,elo1,alpha,beta"));
        check("0,5,0.05", Err("it is written elo0,elo1 or elo0,elo1,alpha,beta"));
        check("0,x", Err("\"x\" is no number"));
        check("0,nan", Err("\"nan\" is no number"));
        check("0,5,0,0.05", Err("0 is no chance of an error between 0 and 0.5"));
    }
}
