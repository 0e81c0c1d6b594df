/** Strings kept as text. */
const remembered = 16_384;

/**
 * The shared strings of a workbook as UTF-8 bytes outside the JavaScript heap: half a million short strings need a tenth of
 * the memory of an array of strings.
 */
export class StringArena {
  private bytes = Buffer.allocUnsafe(65_536);
  private used = 0;
  private ends = new Uint32Array(4096);
  private count = 0;
  /** The last string read for each slot (index modulo `remembered`): repeated strings mostly lie near each other. */
  private readonly recent: string[] = Array<string>(remembered).fill('');
  private readonly recentIndex = new Int32Array(remembered).fill(-1);

  /** Bytes held; the caller checks the limit. */
  get size(): number {
    return this.used;
  }

  add(text: string): void {
    this.reserve(text.length * 3);
    this.used += this.bytes.write(text, this.used, 'utf8');
    this.close();
  }

  /** Adds a string as UTF-8 bytes. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    bytes.copy(this.bytes, this.used, start, end);
    this.used += end - start;
    this.close();
  }

  private reserve(length: number): void {
    const needed = this.used + length;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  private close(): void {
    if (this.count === this.ends.length) {
      const larger = new Uint32Array(this.ends.length * 2);
      larger.set(this.ends);
      this.ends = larger;
    }
    this.ends[this.count] = this.used;
    this.count += 1;
  }

  /** The string at `index`, or null when there is none. */
  get(index: number): string | null {
    if (!(index >= 0 && index < this.count)) return null;
    const slot = index % remembered;
    if (this.recentIndex[slot] === index) return this.recent[slot] as string;
    const text = this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
    this.recent[slot] = text;
    this.recentIndex[slot] = index;
    return text;
  }
}
