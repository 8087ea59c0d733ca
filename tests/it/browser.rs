//! A real browser: headless Chromium, controlled through WebDriver by chromedriver.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};

/// The names of the browser's program in Debian and other systems.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Keys, by their WebDriver code points.
pub const ARROW_LEFT: &str = "\u{E012}";
pub const ARROW_RIGHT: &str = "\u{E014}";
pub const HOME: &str = "\u{E011}";
pub const END: &str = "\u{E010}";

/// A browser window. Dropping it closes the browser.
pub struct Browser {
    driver: Child,
    session: String,
    profile: std::path::PathBuf,
}

/// The path of a program, if it is installed.
fn installed(program: &str) -> Option<std::path::PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| path.is_file())
}

impl Browser {
    /// Opens a browser, which must be installed: its tests are ignored by default.
    #[track_caller]
    pub fn open(name: &str) -> Browser {
        let browser = BROWSERS.iter().find_map(|program| installed(program));
        let browser = browser.expect("chromium is on the PATH");
        let driver = installed("chromedriver").expect("chromedriver is on the PATH");
        let profile =
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
        let _ = std::fs::remove_dir_all(&profile);
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver runs");
        let lines = BufReader::new(driver.stdout.as_mut().unwrap()).lines().map_while(Result::ok);
        let port = lines.filter_map(|line| {
            Some(
                line.split_once("started successfully on port ")?
                    .1
                    .trim_end_matches('.')
                    .to_owned(),
            )
        });
        let port = { port }.next().expect("chromedriver says its port");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
        ];
        let profile_argument = format!("--user-data-dir={}", profile.display());
        let arguments: Vec<&str> = arguments.into_iter().chain([&*profile_argument]).collect();
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "binary": browser, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let root = format!("http://127.0.0.1:{port}/session");
        let mut answer = ureq::post(&root).send_json(&wanted).expect("a session");
        let answer: Value = answer.body_mut().read_json().unwrap();
        let session = format!("{root}/{}", answer["value"]["sessionId"].as_str().unwrap());
        let browser = Browser { driver, session, profile };
        browser.size(1200, 900);
        browser
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let url = format!("{}/{command}", self.session);
        let request = ureq::post(&url).config().http_status_as_error(false).build();
        let mut answer = request.send_json(body).unwrap();
        let value = answer.body_mut().read_json::<Value>().unwrap()["value"].take();
        assert_eq!(answer.status(), 200, "{command} {body}: {value}");
        value
    }

    fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Sets the size of the screen.
    pub fn size(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Sets the colour scheme: light or dark.
    pub fn scheme(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": [feature] }));
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.post("url", &json!({ "url": address }));
    }

    /// Reloads the page.
    pub fn reload(&self) {
        self.post("refresh", &json!({}));
    }

    /// Runs a script and returns its value.
    pub fn evaluate(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns true.
    #[track_caller]
    pub fn wait(&self, script: &str) {
        let begun = Instant::now();
        while self.evaluate(script) != Value::Bool(true) {
            assert!(begun.elapsed() < Duration::from_secs(20), "never came true: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> String {
        let found = self.post("element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|it| it.values().next()).and_then(Value::as_str);
        id.unwrap_or_else(|| panic!("there is no {selector}")).to_owned()
    }

    /// Clears an element and types a text into it.
    pub fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/clear"), &json!({}));
        self.post(&format!("element/{element}/value"), &json!({ "text": text }));
    }

    /// Clicks an element.
    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.post(&format!("element/{element}/click"), &json!({}));
    }

    /// Presses a key, with the current focus.
    pub fn press(&self, key: &str) {
        let steps = ["keyDown", "keyUp"].map(|step| json!({ "type": step, "value": key }));
        let keys = json!({ "type": "key", "id": "keys", "actions": steps });
        self.post("actions", &json!({ "actions": [keys] }));
    }

    /// The screen as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        let shot = self.devtools("Page.captureScreenshot", &json!({ "format": "png" }));
        base64::engine::general_purpose::STANDARD.decode(shot["data"].as_str().unwrap()).unwrap()
    }

    /// The messages of the browser's log since the last call.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().unwrap().iter();
        entries.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
