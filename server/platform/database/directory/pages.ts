// PostgreSQL's checksum of a page (src/include/storage/checksum_impl.h): FNV-1a in 32 lanes.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 8192
const LANES = 32
const PRIME = 16_777_619
const WORDS = PAGE / 4
const PAGES_IN_A_FILE = 131_072
const PAGES_PER_READ = 128
const EMPTY = Buffer.alloc(PAGE)
/** Offsets in the page header of the checksum and of the end of the free space, which is 0 in an unused page. */
const CHECKSUM_AT = 8
const UPPER_AT = 14
const SEEDS = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f, 0xe39eb970, 0x42c6ae16,
  0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2,
  0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
]

/** The checksum of page `number` of a table. Changes `page`: its stored checksum is set to 0. */
export function checksumOf(page: Buffer, number: number): number {
  page.writeUInt16LE(0, CHECKSUM_AT)
  const words = new Int32Array(page.buffer, page.byteOffset, WORDS)
  let folded = 0
  for (let lane = 0; lane < LANES; lane += 1) {
    let sum = SEEDS[lane] as number
    for (let at = lane; at < WORDS; at += LANES) {
      const mixed = sum ^ (words[at] as number)
      sum = Math.imul(mixed, PRIME) ^ (mixed >>> 17)
    }
    for (let round = 0; round < 2; round += 1) sum = Math.imul(sum, PRIME) ^ (sum >>> 17)
    folded ^= sum
  }
  return (((folded ^ number) >>> 0) % 65_535) + 1
}

/** Reads every page of every table and index under `directory`; returns the first damaged one as `file, page number`. */
export function findDamagedPage(directory: string): string | undefined {
  const databases = readdirSync(join(directory, 'base')).filter((name) => /^\d+$/.test(name))
  const pages = Buffer.from(new ArrayBuffer(PAGE * PAGES_PER_READ))
  for (const folder of ['global', ...databases.map((name) => `base/${name}`)]) {
    // Free space and visibility maps are not protected against torn writes: the database rebuilds them.
    for (const file of readdirSync(join(directory, folder)).filter((name) => /^\d+(_init)?(\.\d+)?$/.test(name))) {
      const first = Number(/\.(\d+)$/.exec(file)?.[1] ?? 0) * PAGES_IN_A_FILE
      const page = damagedPageOf(join(directory, folder, file), { first, pages })
      if (page !== undefined) return `${folder}/${file}, page ${page}`
    }
  }
  return undefined
}

// `pages` is read into, again and again: there are hundreds of files, most of them with one page.
function damagedPageOf(file: string, { first, pages }: { readonly first: number; readonly pages: Buffer }): number | undefined {
  const handle = openSync(file, 'r')
  try {
    for (let number = first; ; ) {
      const bytes = readSync(handle, pages, 0, pages.length, null)
      if (bytes === 0) return undefined
      for (let at = 0; at < bytes; at += PAGE, number += 1) {
        if (at + PAGE > bytes || !isWhole(pages.subarray(at, at + PAGE), number)) return number
      }
    }
  } finally {
    closeSync(handle)
  }
}

function isWhole(page: Buffer, number: number): boolean {
  if (page.readUInt16LE(UPPER_AT) === 0) return page.equals(EMPTY)
  const stored = page.readUInt16LE(CHECKSUM_AT)
  return checksumOf(page, number) === stored
}
