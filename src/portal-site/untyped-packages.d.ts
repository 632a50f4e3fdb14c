/** What is used of two packages that bring no types. */
declare module 'harfbuzzjs' {
  interface Font {
    setVariations(axes: Record<string, number>): void
    glyphToPath(glyph: number): string
  }
  interface TextBuffer {
    addText(text: string): void
    guessSegmentProperties(): void
    json(): { g: number; ax: number; dx: number; dy: number }[]
    destroy(): void
  }
  interface Harfbuzz {
    createBlob(bytes: Uint8Array): object
    createFace(blob: object, index: number): { upem: number }
    createFont(face: object): Font
    createBuffer(): TextBuffer
    shape(font: Font, buffer: TextBuffer): void
  }
  const ready: Promise<Harfbuzz>
  export default ready
}

declare module 'wawoff2' {
  /** woff2 to TrueType. */
  export function decompress(bytes: Uint8Array): Promise<Uint8Array>
}
