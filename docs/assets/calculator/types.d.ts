/** What the build tells of a calculator (snippets/evidence/calculators/javascript.py), and its state. */

export type Units = [unit: string, factor: number][];

export interface Field {
  symbol: string;
  label: string;
  units: Units;
  least: number;
  most: number;
  integer: boolean;
  choices: [words: string, value: number][];
  value: number;
  source: number;
}

interface Step {
  uses: string[];
  /** Inputs, constants and earlier results in base units; its own result in base units. */
  f: (x: Record<string, number>) => number;
}
export interface Result extends Step { symbol: string; name: string; units: Units; words: string }
export interface Reading extends Step { positive: string; otherwise: string; stops: boolean }

export interface Source {
  ref: string;
  type: string;
  grade: string | null;
  link: string;
  here: boolean;
  conditions: string[];
}
export interface Preset { label: string; values: Record<string, [value: number, source: number]> }
export interface Group { label: string; symbols: string[]; presets: Preset[] }

export interface Calculator {
  fields: Field[];
  groups: Group[];
  constants: Record<string, { value: number; units: Units }>;
  shares: Record<string, string>;
  sources: Source[];
  steps: (Result | Reading)[];
}

/** What stands in a field: the text, and which of its units. */
export interface Entry { text: string; unit: number }

/** `chosen`: the label of a preset for each group, or ''. `shown`: the place of a result's unit. */
export interface State {
  entries: Record<string, Entry>;
  chosen: string[];
  shown: Record<string, number>;
}

/** A value in base units, or what is wrong with it. */
export type Value = { base: number; text: string; source: number } | { error: string };

/** What a step comes to: a number, or a sentence; nothing where nothing can be said. */
export interface Answer { value: number; text: string; numbers: string; sources: number[] }
export interface Sentence { said: string; stops: boolean }
export type Outcome = Answer | Sentence | null;

/** What the build says of badges, weakest first; `root` is the site's address. */
export interface Words {
  types: [type: string, word: string, meaning: string][];
  grades: string[];
  root: string;
}

/** A calculator on the page, as its parts share it; whoever changes the state then shows it. */
export interface Form {
  root: HTMLElement;
  id: string;
  calculator: Calculator;
  words: Words;
  /** Replaced as a whole by the way back: to be read anew each time. */
  state: State;
  /** Put the state into the controls. */
  fill: () => void;
  /** Work everything out anew, and show it. */
  show: () => void;
}
