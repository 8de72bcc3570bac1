/** A button of the offer that reads as a link. */
export const linkClass = 'w-fit rounded-key text-label text-accent underline-offset-2 hover:underline pointer-coarse:min-h-44'
