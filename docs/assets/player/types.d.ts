/** What the modules of the player hand to each other; read by the checker, never by a browser. */

export type Path = 'control' | 'data';
/** One step of the player, in µs on the trace's clock; `for` leaves out what lies between its spans, so `until` may be later. */
export type Stop = {
  lit: string[]; at: number; for: number; until?: number; phase: string; path: Path | null; say: string; text: string;
};
/** What a part shows: its total, how often, and by how much the other request differs. */
export type Badge = { text: string; count: number; difference?: string };
export type Request = {
  id: string; label: string; withheld: string | null; length: number;
  badges: Record<string, Badge>; stops: Stop[];
};
export type Replay = { paths: Record<string, Path>; requests: Request[] };
/** Position 0 is before the first stop: all totals, nothing lit. */
export type State = { request: number; position: number; playing: boolean };
export type Action =
  | { type: 'play'; still: boolean } | { type: 'pause' } | { type: 'tick' }
  | { type: 'by'; count: number } | { type: 'to'; position: number } | { type: 'choose'; request: number };
export type Mark = 'lit' | 'passed' | 'ahead' | '';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = Point & Size;
/** What must not be covered, what had better not be, and where the drawing ends. */
export type Taken = { words: Box[]; lines: Point[]; bounds: Box };
export type Kind = 'node' | 'edge' | 'message' | 'participant';
export type Part = { kind: Kind; shape: SVGGraphicsElement; box: Box; points: Point[] };
export type Drawing = { parts: Map<string, Part>; taken: Taken };
export type Label = { group: SVGGElement; plate: SVGRectElement; text: SVGTextElement; part: Part };
export type Marked = Map<string, SVGElement[]>;

export type Timeline = {
  show: (stop: Stop | undefined, length: number, moving: number) => void; hide: () => void;
};
export type Controls = {
  root: HTMLElement; enlarge: HTMLButtonElement;
  show: (state: State, request: Request) => void; say: (words: string) => void;
};
