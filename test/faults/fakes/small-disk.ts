// A tmpfs of a few hundred megabytes that a test fills to the last byte; it needs the right to mount.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHUNK = 1024 * 1024
const PAGE = 4096

/** A mounted small file system. */
export interface SmallDisk {
  readonly path: string
  /** Fills it to the last byte. */
  fill(): void
  /** Frees the space that `fill` took. */
  clear(): void
  /** Unmounts and removes it, even while it is in use. */
  remove(): void
}

/** Returns the reason why a small file system cannot be mounted here; undefined where it can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'a small file system can be mounted on Linux only'
  if (process.getuid?.() !== 0) return 'only root may mount a small file system'
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { encoding: 'utf8' })
  if (mounted.status === 0) spawnSync('umount', ['-l', folder])
  rmdirSync(folder)
  return mounted.status === 0 ? undefined : `mounting is refused here: ${mounted.stderr || mounted.error?.message}`
}

/** Mounts a file system of `megabytes`; it is unmounted at the end of this process at the latest. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'guildhall-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path], { encoding: 'utf8' })
  if (mounted.status !== 0) throw new Error(`No file system could be mounted: ${mounted.stderr}`)
  const remove = (): void => {
    process.off('exit', remove)
    spawnSync('umount', ['-l', path])
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', remove)
  const filler = join(path, 'filler')
  return { path, remove, fill: () => fillFile(filler), clear: () => rmSync(filler, { force: true }) }
}

function fillFile(file: string): void {
  const handle = openSync(file, 'a')
  try {
    for (const bytes of [CHUNK, PAGE]) writeUntilFull(handle, Buffer.alloc(bytes, 1))
  } finally {
    closeSync(handle)
  }
}

function writeUntilFull(handle: number, part: Buffer): void {
  try {
    for (;;) writeSync(handle, part)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
