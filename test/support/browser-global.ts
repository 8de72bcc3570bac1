// Global setup of the browser tests: one server for all files. The tests start the browser themselves.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'
import { freePort } from './postgres.ts'

const READY_WITHIN_MS = 60_000
const POLL_MS = 50

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser of this machine; null when none is available. */
    readonly chromium: Chromium | null
    /** The origin of the server under test. */
    readonly baseUrl: string
  }
}

/** Finds the browser and starts the server. With `GUILDHALL_URL` an already running server (`npm run dev`) is used. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const found = await findChromium()
  if (!found) {
    console.warn('\nNO BROWSER: the browser tests did not run. Set CHROMIUM_PATH to a Chromium or Chrome of this machine.\n')
    project.provide('chromium', null)
    project.provide('baseUrl', '')
    return async () => {}
  }
  const server = await startServer()
  project.provide('chromium', found)
  project.provide('baseUrl', server.url)
  // For the tests that start a server in their own process.
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-browser-test-'))
  process.env['TEST_DATA_DIR'] = folder
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const running = process.env['GUILDHALL_URL']
  if (running) return { url: running, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-browser-'))
  const port = await freePort()
  const { DATABASE_URL: _, ...rest } = process.env
  const env = { ...rest, NODE_ENV: 'development', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', RATE_LIMIT_ENABLED: 'false' }
  const server = spawn(process.execPath, ['guildhall.js', 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  await waitUntilReady(server, url).catch((reason) => stop().then(() => Promise.reject(new Error(`${reason}\n${output.join('')}`))))
  return { url, stop }
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadlineMs) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} before it was ready.`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('The server was not ready in time.')
}
