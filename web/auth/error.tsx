import { buttonClass } from '#web/ui/acts/button.tsx'
import { Link } from '#web/ui/acts/link.tsx'
import { more } from './further-words.ts'
import { View } from './view.tsx'

const longest = 80

/** The code as the table of sentences writes it: providers write their own in any way. */
const plain = (code: string) =>
  code
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/[^a-z0-9_]/g, '')

/** What failed on the way to signing in, by the code in the address. A code that nobody knows is shown as it came. */
export default function ErrorView() {
  const code = new URLSearchParams(location.search).get('error') ?? ''
  const told = more.find(`errorCodes.${plain(code)}`)
  return (
    <View
      beneath={<Link href="/dashboard">{more('error.home')}</Link>}
      lead={told ?? more('error.unknown')}
      title={more('error.title')}
      told
    >
      {told === undefined && code !== '' && (
        <p className="text-label text-muted">
          {more('error.code')} <code className="font-mono text-caption [overflow-wrap:anywhere]">{code.slice(0, longest)}</code>
        </p>
      )}
      <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href="/sign-in">
        {more('error.again')}
      </a>
    </View>
  )
}
