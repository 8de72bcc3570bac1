/** The place of a card that is not loaded yet; `className` sets its height. */
export const Box = ({ className }: { className: string }) => <div className={`rounded-card border border-line bg-surface ${className}`} />
