// The browser of the tests comes with npm. It is unpacked once per version, in node_modules/.cache.
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'

/** The path of the browser, and the environment variables that it needs on this machine. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/** The arguments of the browser. The default ones of the package would disable web security; only these are needed. */
export const chromiumArguments = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
] as const

const PACKAGE = resolve('node_modules/@sparticuz/chromium')

/**
 * The browser for the tests: `CHROMIUM_PATH`, otherwise the one of the package on x64 Linux, otherwise undefined. Unpacking takes
 * about three seconds, once per version.
 */
export async function findChromium(): Promise<Chromium | undefined> {
  const path = process.env['CHROMIUM_PATH']
  if (path) return { executablePath: path, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKAGE)) return undefined
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8')) as { version: string }
  const folder = resolve(`node_modules/.cache/guildhall-chromium-${version}`)
  if (!existsSync(`${folder}/chromium`)) await unpack(folder)
  return { executablePath: `${folder}/chromium`, env: { ...libraries(folder), ...fonts(folder) } }
}

// Unpacked under a temporary name and then renamed, so that no other process finds an incomplete browser.
async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const binary = createWriteStream(`${unfinished}/chromium`, { mode: 0o755 })
  await pipeline(createReadStream(`${PACKAGE}/bin/chromium.br`), createBrotliDecompress({ chunkSize: 2 ** 21 }), binary)
  try {
    renameSync(unfinished, folder)
  } catch (reason) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(`${folder}/chromium`)) throw reason
  }
}

function libraries(folder: string): Record<string, string> {
  const trial = spawnSync(`${folder}/chromium`, ['--version'], { encoding: 'utf8' })
  if (!trial.stderr.includes('error while loading shared libraries')) return {}
  untar('al2023', folder)
  return { LD_LIBRARY_PATH: `${folder}/al2023/lib` }
}

function fonts(folder: string): Record<string, string> {
  if (existsSync('/etc/fonts/fonts.conf')) return {}
  untar('fonts', folder)
  return { FONTCONFIG_PATH: `${folder}/fonts/fonts` }
}

function untar(name: string, folder: string): void {
  const target = `${folder}/${name}`
  if (existsSync(target)) return
  mkdirSync(target)
  const done = spawnSync('tar', ['-xf', '-', '-C', target], { input: brotliDecompressSync(readFileSync(`${PACKAGE}/bin/${name}.tar.br`)) })
  if (done.status !== 0) throw new Error(`tar could not unpack ${name}: ${done.stderr || done.error?.message}`)
}
