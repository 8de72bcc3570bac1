import { drawn } from './drawn.tsx'

export const TagIcon = /* @__PURE__ */ drawn('M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01')
