// The files of deploy/: what they name exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#platform/config.ts'
import { stagesOf } from './dockerfile.ts'

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly profiles?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, null>>
}

const text = readFileSync('deploy/compose.yaml', 'utf8')
const compose = parse(text) as Compose
const dockerfile = stagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
const image = dockerfile.at(-1)
const example = readFileSync('deploy/.env.example', 'utf8')
const [forGuildhall = '', forCompose = ''] = example.split('read by compose.yaml alone')
const namesIn = (lines: string) => [...lines.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)

test('Guildhall starts alone; PostgreSQL and Caddy start by a profile', () => {
  const profiles = Object.entries(compose.services).map(([name, { profiles: of = [] }]) => [name, ...of])
  expect(profiles).toEqual([['guildhall'], ['postgres', 'postgres'], ['caddy', 'caddy']])
  expect(compose.services['guildhall']?.depends_on).toEqual({ postgres: { condition: 'service_healthy', required: false } })
})

test('the image of compose.yaml is built from the Dockerfile, and keeps its data in a volume', () => {
  const { build, volumes, env_file: file } = compose.services['guildhall'] ?? {}
  expect([build, file]).toEqual([{ context: '..', dockerfile: 'deploy/Dockerfile' }, '.env'])
  expect(volumes).toEqual([`data:${image?.volumes[0]}`])
  expect(image?.environment['DATA_DIR']).toBe(image?.volumes[0])
})

test('every volume and every file that compose.yaml names exists', () => {
  const sources = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  const isFile = (source: string) => source.startsWith('.')
  expect(sources.filter((source) => !isFile(source)).sort()).toEqual(Object.keys(compose.volumes).sort())
  expect(sources.filter(isFile).filter((source) => !existsSync(`deploy/${source}`))).toEqual([])
})

test('every setting in .env.example exists, and every variable of compose.yaml is in it', () => {
  expect(namesIn(forGuildhall).filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  const variables = [...text.matchAll(/\$\{([A-Z_]+)[:}]/g)].map(([, name = '']) => name)
  expect([...new Set(variables), 'COMPOSE_PROFILES'].sort()).toEqual(namesIn(forCompose).sort())
  expect(namesIn(forCompose).filter((name) => Object.hasOwn(settings, name))).toEqual([])
})

test('what production requires is set in .env.example', () => {
  for (const name of ['BASE_URL', 'AUTH_SECRET', 'SMTP_URL']) expect(forGuildhall).toMatch(new RegExp(`^${name}=`, 'm'))
})

test('every setting of the image and of the unit exists', () => {
  const unit = /^Environment=(.*)$/m.exec(readFileSync('deploy/guildhall.service', 'utf8'))?.[1] ?? ''
  const names = [...Object.keys(image?.environment ?? {}), ...[...unit.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)]
  expect(names.filter((name) => name !== 'PATH' && !Object.hasOwn(settings, name))).toEqual([])
})

test('the image is Debian slim, runs as a user without rights and checks /readyz', () => {
  expect(dockerfile.map(({ base }) => base)).toEqual(['node:24-bookworm-slim', 'debian:bookworm-slim'])
  expect(image?.user).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  expect(image?.health?.join(' ')).toContain('/readyz')
})

test('the packages that the image leaves out are exactly those that only the web app and its build import', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Readonly<Record<string, string>> }
  const removed = dockerfile.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'run' ? [...step.command.matchAll(/ dependencies\.(\S+)/g)].map(([, name = '']) => name) : [])),
  )
  const files = globSync('{server,emails,locales}/**/*.ts', { exclude: ['**/*.test.ts', '**/vite-pages.ts'] })
  const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isImported = (name: string) => new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(sources)
  expect(removed.sort()).toEqual(
    Object.keys(dependencies)
      .filter((name) => !isImported(name))
      .sort(),
  )
})

test.each(globSync('.github/workflows/*.yml'))(
  'the actions of %s are named by their commits, which their publishers cannot move',
  (file) => {
    const actions = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => / uses: (\S+)/.exec(line)?.[1] ?? [])
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w.-]+\/[\w.-]+@[0-9a-f]{40}$/)
  },
)
