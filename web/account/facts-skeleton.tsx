import { Skeleton, Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** Boxes in the shape of a card of facts that is coming: as many rows as there are most often, under a head where it has one. */
export function FactsSkeleton({ rows, headed = false }: { rows: number; headed?: boolean }) {
  const { say } = useLanguage()
  return (
    <Skeletons label={say('loading')}>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {headed && (
          <div className="flex h-48 items-center px-16">
            <Skeleton className="w-96" />
          </div>
        )}
        {Array.from({ length: rows }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have a place and nothing else.
          <div className="flex h-66 items-center gap-12 px-16" key={at}>
            <span className="size-32 flex-none rounded-control bg-hover" />
            <div className="grid min-w-0 flex-1 gap-10">
              <Skeleton className={at % 2 === 0 ? 'w-120' : 'w-96'} />
              <Skeleton className="w-160" />
            </div>
          </div>
        ))}
      </div>
    </Skeletons>
  )
}
