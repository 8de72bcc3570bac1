import type { notFound as en } from '../../en/shell/not-found.ts'
import type { Messages } from '../../translator.ts'

/** The page for a path without a page, outside of the dashboard. */
export const notFound: Messages<typeof en> = {
  title: 'Seite nicht gefunden',
  text: 'Der Link ist vielleicht veraltet oder falsch geschrieben.',
  home: 'Zum Dashboard',
}
