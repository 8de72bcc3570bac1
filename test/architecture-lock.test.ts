// Checks that the lock file pins what is installed.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockEntry {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

/**
 * Tools of development for platforms on which Guildhall is not tested (README, known limits). The registry that wrote the lock file does not
 * serve them; `npm run lock` adds the integrity of those that another registry serves.
 */
const UNSERVED = /^node_modules\/(@biomejs\/cli-|@tailwindcss\/oxide-)/

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Readonly<Record<string, LockEntry>> }
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

function isForTestedPlatform({ os, cpu, libc }: LockEntry): boolean {
  const isLinux = !os || os.includes('linux')
  const isProcessor = !cpu || cpu.includes('x64') || cpu.includes('arm64')
  return isLinux && isProcessor && (!libc || libc.includes('glibc'))
}

test('every locked package has an integrity, except tools for platforms that are not tested', () => {
  const unpinned = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  const faults = unpinned.filter(([path, entry]) => !UNSERVED.test(path) || !entry.optional || isForTestedPlatform(entry))
  expect(faults.map(([path]) => path)).toEqual([])
})
