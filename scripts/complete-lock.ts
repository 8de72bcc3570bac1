// npm writes a lock file without the platform packages that the registry does not serve, and `npm ci` then refuses it
// (npm issue 9846). This script adds the missing optional entries, so that one lock file works on every platform, and the integrity of
// every entry that the registry serves.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'package-lock.json'
const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'netbsd', 'openbsd', 'openharmony', 'aix', 'sunos']
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> }

/** Whether the lock file contains the package that `from` imports, by Node's resolution up to the root. */
function isLocked(from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (!base) return false
    if (!base.includes('/node_modules/')) base = ''
  }
}

/** The platform in a package name, as npm's own fields. */
function platformOf(name: string): Pick<Entry, 'cpu' | 'os' | 'libc'> {
  const parts = name.replace(/-win-/, '-win32-').replace('linuxmusl', 'linux-musl').replace('wasm32-wasi', 'wasm32').split(/[-/]/)
  const cpu = PROCESSORS.find((processor) => parts.includes(processor))
  const os = SYSTEMS.find((system) => parts.includes(system)) ?? 'none'
  return { ...(cpu ? { cpu: [cpu] } : {}), os: [os], ...(parts.includes('musl') ? { libc: ['musl'] } : {}) }
}

const added: string[] = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[^\d]*/, ''),
      ...platformOf(name),
      ...(path !== '' && entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
/** The integrity that the registry states; undefined for a package that it does not serve. */
function integrityOf(name: string, version: string): string | undefined {
  try {
    const text = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.trim() || undefined
  } catch {
    return undefined
  }
}

for (const [path, entry] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').at(-1)
  if (!path.includes('node_modules/') || !name || !entry.version || entry.integrity || entry.link) continue
  const integrity = integrityOf(name, entry.version)
  if (integrity) entry.integrity = integrity
  else console.log(`The registry does not serve ${name}@${entry.version}: its integrity is unknown.`)
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length ? `Completed the lock with ${added.join(', ')}` : 'The lock was complete.')
