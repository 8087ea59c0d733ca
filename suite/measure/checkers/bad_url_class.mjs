// The class `URL`, which follows another standard.
import { answer } from "./harness.mjs";

answer((text) => URL.canParse(text));
