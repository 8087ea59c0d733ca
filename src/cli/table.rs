//! Plain tables: columns as wide as their widest cell.

use urlbnf::report::excerpt::width;

/// A table of so many columns.
pub struct Table<const COLUMNS: usize> {
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table with a head.
    pub fn new(head: [&str; COLUMNS]) -> Self {
        Table { rows: vec![head.map(str::to_owned)] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }

    /// Whether it has no rows below its head.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 1
    }

    /// The table without its head.
    pub fn body(&self) -> String {
        let text = self.text();
        text.split_once('\n').map(|(_, body)| body.to_owned()).unwrap_or_default()
    }

    /// The table as text, two spaces between columns, none at the end of a line.
    pub fn text(&self) -> String {
        let mut widths = [0; COLUMNS];
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
