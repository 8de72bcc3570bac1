/** The maximum size of a line in bytes: a line may contain an image. */
const LINE_BYTES = 1024 * 1024
const LINE_FEED = 10

/** One line of a file, without its line end; `fault` says why `text` is empty. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly fault: string | undefined
}

/** Yields the lines of a byte stream; a line that is too long is not buffered. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let size = 0
  let number = 0
  const add = (part: Uint8Array): void => {
    size += part.length
    if (size <= LINE_BYTES) parts.push(part)
    else parts = []
  }
  const end = (): Line => {
    const line = { number: ++number, ...decoded(parts, size) }
    parts = []
    size = 0
    return line
  }
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at))
      from = at + 1
      yield end()
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield end()
}

function decoded(parts: readonly Uint8Array[], size: number): Omit<Line, 'number'> {
  if (size > LINE_BYTES) return { text: '', fault: `is longer than ${LINE_BYTES} bytes` }
  try {
    // `TextDecoder` drops a byte order mark at the beginning of the file.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)).trim(), fault: undefined }
  } catch {
    return { text: '', fault: 'is not UTF-8' }
  }
}
