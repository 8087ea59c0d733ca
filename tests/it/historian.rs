//! Questions of a historian of the URI, each asked of the program or of a page.
