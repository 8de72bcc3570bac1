import { useQuery } from '@tanstack/react-query'
import type { CallError } from '#client/index.ts'
import { unwrap } from '#web/api.ts'
import { http } from '#web/client.ts'
import { Code } from '#web/ui/display/code.tsx'
import { JsonView } from '#web/ui/display/json-view.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { QueryContent } from '../query-content.tsx'
import { requestSnippet } from './api-request.ts'
import { t } from './messages.ts'

/** A resource as the API answers it, with the request. `path`: of the resource in the API. `scope`: what a token needs to read it. */
export default function JsonDrawer(props: { path: string; scope: string; onClose: () => void }) {
  const { path, scope, onClose } = props
  const query = useQuery<unknown, Error & { readonly error?: CallError }>({
    queryKey: ['json', path],
    queryFn: ({ signal }) => http.call<unknown>({ method: 'GET', path, signal }).then(unwrap),
    staleTime: 0,
  })
  return (
    <Drawer lead={<p className="text-label text-muted">{t('api.text')}</p>} onClose={onClose} open title={t('api.title')}>
      <section className="grid min-w-0 gap-8">
        <h3 className="text-body font-strong">{t('api.request')}</h3>
        <Code name={t('api.request')} text={requestSnippet(location.origin, path)} />
        <p className="text-caption text-muted">{t('api.token', { scope })}</p>
      </section>
      <section className="grid min-w-0 gap-8">
        <h3 className="text-body font-strong">{t('api.answer')}</h3>
        <QueryContent query={query} skeleton={<Skeletons label={t('api.answer')} rows={6} />}>
          {(value) => <JsonView name={t('api.answer')} value={value} />}
        </QueryContent>
      </section>
    </Drawer>
  )
}
