import { afterEach, expect, test, vi } from 'vitest'
import { downloadCsv } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

/** The file that the browser would save. */
async function savedFile(rows: Parameters<typeof downloadCsv>[1]) {
  const blobs: Blob[] = []
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) })
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:file'
  })
  downloadCsv('file.csv', rows)
  createObjectURL.mockRestore()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blobs[0]?.arrayBuffer())
}

test('a downloaded CSV file begins with a byte order mark and has one line for each row', async () => {
  expect(
    await savedFile([
      ['Name', 'Age'],
      ['Byron, "Ada"', 36],
    ]),
  ).toBe('\uFEFFName,Age\r\n"Byron, ""Ada""",36\r\n')
})

test.each(['=1+1', '＝1+1', '＋49', ' =1+1', '\n=1+1', '\u00a0@SUM(A1)'])(
  'a spreadsheet reads the downloaded cell %j as text',
  async (cell) => {
    const file = await savedFile([[cell]])
    expect(file.replace(/^\uFEFF"?/, '').startsWith("'")).toBe(true)
  },
)
