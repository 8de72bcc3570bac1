// Performs deploy/Dockerfile in an empty folder and starts the result as the image would: its user, environment, command and health
// check. It needs the npm registry or its cache, and no container engine. What it cannot check: the base images themselves.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/support/postgres.ts'
import { type Stage, stagesOf } from './image/dockerfile.ts'
import { performStages } from './image/perform.ts'

const HEALTHY_WITHIN_MS = 120_000
const POLL_MS = 500
const SETTINGS = {
  AUTH_SECRET: 'a secret that only this trial of the image uses',
  BASE_URL: 'https://guildhall.test',
  SMTP_URL: 'smtp://127.0.0.1:1',
  LOG_LEVEL: 'warn',
}
/** Build tools and sources that the image must not contain. */
const ABSENT = ['web', 'scripts', 'test', 'vite.config.ts', 'node_modules/vite', 'node_modules/typescript', 'node_modules/react']

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`)
  console.log(`ok  ${sentence}`)
}

/** The start of a process in the image: its folder, environment and, if this process may choose it, its user. */
function optionsOf(image: Stage, root: string, port: number): SpawnOptions & { readonly env: NodeJS.ProcessEnv } {
  const folder = join(root, image.workdir)
  const environment = Object.entries(image.environment).map(([name, value]) => [
    name,
    value.replaceAll(image.workdir, folder).replace('$PATH', '/usr/bin:/bin'),
  ])
  const [uid, gid] = (image.user ?? '').split(':').map(Number)
  const user = process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {}
  return { cwd: folder, env: { ...Object.fromEntries(environment), ...SETTINGS, PORT: String(port) }, ...user }
}

async function untilHealthy(image: Stage, server: ChildProcess, options: SpawnOptions): Promise<boolean> {
  const [command = '', ...args] = image.health ?? []
  for (const deadlineMs = performance.now() + HEALTHY_WITHIN_MS; performance.now() < deadlineMs; await wait(POLL_MS)) {
    if (server.exitCode !== null) return false
    if (spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0) return true
  }
  return false
}

async function tryServer(image: Stage, root: string): Promise<void> {
  const port = await freePort()
  const options = optionsOf(image, root, port)
  const [command = '', ...args] = [...image.entrypoint, ...image.command]
  const server = spawn(command, args, { ...options, stdio: 'inherit' })
  try {
    check(await untilHealthy(image, server, options), 'the health check succeeds')
    const page = await (await fetch(`http://127.0.0.1:${port}/sign-in`, { headers: { accept: 'text/html' } })).text()
    const script = /src="(\/-\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/none'
    check((await fetch(`http://127.0.0.1:${port}${script}`)).ok, 'the web app is served')
    check((await fetch(`http://127.0.0.1:${port}/reference`)).ok, 'the reference is served')
    const doctor = spawnSync(command, [...image.entrypoint.slice(1), 'doctor', '--json'], { ...options, encoding: 'utf8' })
    const { findings } = JSON.parse(String(doctor.stdout)) as { findings: { name: string; state: string }[] }
    check(
      findings.filter(({ state }) => state === 'fault').every(({ name }) => name === 'mail'),
      'doctor finds no fault but the mail server',
    )
    server.kill('SIGTERM')
    const [code] = (await once(server, 'exit')) as [number | null]
    check(code === 0, 'SIGTERM ends it with code 0')
    const failing = spawnSync(image.health?.[0] ?? '', image.health?.slice(1), { ...options, stdio: 'ignore' })
    check(failing.status === 1, 'the health check fails once it has ended')
  } finally {
    server.kill('SIGKILL')
  }
}

const folder = mkdtempSync(join(tmpdir(), 'guildhall-image-'))
try {
  const stages = stagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile has no stage.')
  const root = performStages(stages, folder)
  const content = join(root, image.workdir)
  check(!ABSENT.some((path) => existsSync(join(content, path))), 'the image contains no build tools and no sources of the web app')
  check(!globSync(`${content}/{server,emails,locales}/**/*.test.ts`).length, 'the image contains no tests')
  const { uid, gid } = optionsOf(image, root, 0)
  // As COPY --chown does it.
  if (uid !== undefined && gid !== undefined) for (const volume of image.volumes) chownSync(join(root, volume), uid, gid)
  await tryServer(image, root)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
