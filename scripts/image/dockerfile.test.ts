import { expect, test } from 'vitest'
import { instructionsOf, isInContext, stagesOf } from './dockerfile.ts'

test('comments are left out and continued lines joined', () => {
  const text = '# a comment\nFROM a AS b\n\nRUN one \\\n # inside\n && two\n'
  expect(instructionsOf(text)).toEqual(['FROM a AS b', 'RUN one && two'])
})

test('stages have their steps, and the image its settings', () => {
  const [build, image] = stagesOf(
    [
      'FROM node:24 AS build',
      'WORKDIR /app',
      'COPY package.json .npmrc ./',
      'RUN npm ci',
      'FROM debian',
      'WORKDIR /app',
      'ENV PORT=3000 PATH=/app/bin:$PATH',
      'COPY --from=build --chown=1:1 /app/data data',
      'USER 1:1',
      'VOLUME /app/data',
      'EXPOSE 3000',
      'HEALTHCHECK --interval=1s CMD ["node", "-e", "1 + 1"]',
      'ENTRYPOINT ["node"]',
      'CMD ["start"]',
    ].join('\n'),
  )
  expect(build).toMatchObject({ base: 'node:24', name: 'build', workdir: '/app' })
  expect(build?.steps).toEqual([
    { kind: 'copy', from: undefined, sources: ['package.json', '.npmrc'], target: './' },
    { kind: 'run', command: 'npm ci' },
  ])
  expect(image).toEqual({
    base: 'debian',
    name: undefined,
    workdir: '/app',
    environment: { PORT: '3000', PATH: '/app/bin:$PATH' },
    steps: [{ kind: 'copy', from: 'build', sources: ['/app/data'], target: 'data' }],
    user: '1:1',
    volumes: ['/app/data'],
    ports: [3000],
    health: ['node', '-e', '1 + 1'],
    entrypoint: ['node'],
    command: ['start'],
  })
})

test.each(['FROM a\nONBUILD RUN x', 'FROM a\nCOPY --link x y', 'RUN before'])('%j is refused', (text) => {
  expect(() => stagesOf(text)).toThrow('not known')
})

const ignore = '# what is copied\n*\n!server\n!scripts/web\n**/*.test.ts\n**/node_modules\n'

test.each([
  ['server/main.ts', true],
  ['server/cli/start.ts', true],
  ['server/cli/start.test.ts', false],
  ['scripts/web/chunks.ts', true],
  ['scripts/ci.ts', false],
  ['serverless/x.ts', false],
  ['server/node_modules/x/index.js', false],
  ['.env', false],
  ['data/database/x', false],
])('%s is in the context: %s', (path, isIncluded) => {
  expect(isInContext(ignore, path)).toBe(isIncluded)
})
