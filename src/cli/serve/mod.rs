//! `urlbnf serve`: the book with its live page, for this machine alone.

mod connections;
mod guard;
mod site;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use clap::Args;
use urlbnf::book::live;

use crate::book::pages;
use crate::error::Error;
use crate::grammar::{GrammarArgument, one_parser};
use crate::limits::RaisedLimits;
use crate::opener;
use crate::signals::Signals;
use crate::status::Status;
use crate::streams::Streams;
use site::Site;

/// How many threads make pages.
const MOST_THREADS: usize = 8;

/// Serve the book on this machine, with a page that judges a URL while you type
///
/// Only this machine can reach it: it listens on 127.0.0.1, and does not answer
/// requests that another site has a browser make. Ctrl-C ends it.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Serve the book of this grammar file alone
    #[arg(
        short = 'e', long = "edition", value_name = "FILE[:READING]", value_parser = one_parser(),
        hide_possible_values = true,
    )]
    grammar: Option<GrammarArgument>,

    #[command(flatten)]
    limits: RaisedLimits,

    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 1738)]
    port: u16,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, streams: &mut Streams) -> Result<Status, Error> {
    let book = pages(arguments.grammar.as_ref(), arguments.limits, streams)?;
    let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let refused = |error| Error::NotServed { address: wanted, error };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().max_blocking_threads(MOST_THREADS).build();
    let runtime = runtime.map_err(refused)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(wanted).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        // Before anyone is told the address, so that a signal finds us ready.
        let signals = Signals::new().map_err(refused)?;
        streams.write(format!("http://{address}/{}\n", live::PATH).as_bytes())?;
        streams.flush()?;
        if arguments.open {
            opener::open(format!("http://{address}/{}", live::PATH).as_ref(), streams);
        }
        let site = Arc::new(Site::new(address, book));
        connections::serve(listener, site, signals).await;
        Ok(Status::Fine)
    })
}
