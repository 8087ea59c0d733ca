//! Plain tables: columns as wide as their widest cell.

use urlbnf::report::excerpt::{fill, hang, width};

#[derive(Clone)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub fn new<'h>(head: impl IntoIterator<Item = &'h str>) -> Self {
        TextTable { rows: vec![head.into_iter().map(str::to_owned).collect()] }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Whether there are no rows below the head.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 1
    }

    /// Formats the rows without the head, or as `text` does if they are wider than the
    /// terminal.
    pub fn body(&self, columns: Option<usize>) -> String {
        let head = self.rows.first().cloned().into_iter();
        let rows = self.rows.iter().skip(1).cloned();
        let bare = TextTable { rows: rows.collect() };
        if bare.fits(columns) {
            return bare.lines();
        }
        TextTable { rows: head.chain(bare.rows).collect() }.text(columns)
    }

    /// Formats the table, with two spaces between columns and none at the end of a line. If it
    /// is wider than the terminal, each row is a paragraph with a line for each cell, after
    /// its head.
    pub fn text(&self, columns: Option<usize>) -> String {
        match columns {
            Some(columns) if !self.fits(Some(columns)) => self.paragraphs(columns),
            _ => self.lines(),
        }
    }

    fn fits(&self, columns: Option<usize>) -> bool {
        let widest = self.lines().lines().map(width).max().unwrap_or(0);
        columns.is_none_or(|columns| widest <= columns)
    }

    fn paragraphs(&self, columns: usize) -> String {
        let Some((head, rows)) = self.rows.split_first() else { return String::new() };
        let label = head.iter().skip(1).map(|head| width(head)).max().unwrap_or(0);
        let mut text = String::new();
        for row in rows {
            let cells = row.iter().zip(head).filter(|(cell, _)| !cell.is_empty());
            for (number, (cell, head)) in cells.enumerate() {
                let cell = cell.trim_start();
                if number == 0 {
                    text += &format!("{cell}\n");
                    continue;
                }
                // If the longest head is wide, the cells are not aligned.
                if label > columns / 2 {
                    let space = if head.is_empty() { "" } else { ": " };
                    text += &hang(&format!("  {head}{space}{cell}\n"), columns);
                    continue;
                }
                let indent = label + 4;
                let filled = fill(cell, columns.saturating_sub(indent).max(1));
                let filled = filled.replace('\n', &format!("\n{:indent$}", ""));
                text += &format!("  {head}{:1$}  {filled}\n", "", label - width(head));
            }
        }
        text
    }

    fn lines(&self) -> String {
        let mut widths = vec![0; self.rows.iter().map(Vec::len).max().unwrap_or(0)];
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                line.push_str(cell);
                line.push_str(&" ".repeat(widths[column] - width(cell) + 2));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
