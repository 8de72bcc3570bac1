// A small web app of a newcomer, on an origin of its own: it signs a user up, out and in with the published client.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '#test/support/chromium.ts'
import { run } from './checkout.ts'

const SCRIPT = `import { createAuthClient } from 'better-auth/client'

const [, url, email] = location.hash.split('|')
const auth = createAuthClient({ baseURL: url })
const password = 'correct horse battery'
const steps = []
await auth.signUp.email({ name: 'Ada Byron', email, password })
steps.push((await auth.getSession()).data?.user.email)
await auth.signOut()
steps.push((await auth.getSession()).data)
await auth.signIn.email({ email, password })
steps.push((await auth.getSession()).data?.user.name)
document.body.textContent = JSON.stringify(steps)
`

/** Builds the page in `folder`, where the client and the bundler are installed. Returns its script. */
function build(folder: string, node: string): string {
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'src/main.js'), SCRIPT)
  const bundler = 'node_modules/rolldown/bin/cli.mjs'
  return run(folder, [node, bundler, 'src/main.js', '--format', 'esm', '--platform', 'browser', '--log-level', 'silent'])
}

/** Opens the page on `port` in a browser and resolves to what it shows, one value for each step; undefined where there is no browser. */
export async function signInFromPage(
  folder: string,
  { port, email, serverUrl, node }: { readonly port: number; readonly email: string; readonly serverUrl: string; readonly node: string },
): Promise<readonly unknown[] | undefined> {
  const found = await findChromium()
  if (!found) return undefined
  const script = build(folder, node)
  const pages = createServer((request, response) => {
    const isScript = request.url === '/main.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><title>App</title><body><script type="module" src="/main.js"></script>')
  }).listen(port, 'localhost')
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: ['--no-sandbox'],
    env: { ...process.env, ...found.env },
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/#|${serverUrl}|${email}`)
    const text = page.getByText('[').first()
    await text.waitFor()
    return JSON.parse((await text.textContent()) ?? '[]') as unknown[]
  } finally {
    await browser.close()
    pages.close()
  }
}
