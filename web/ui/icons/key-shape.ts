import { createIcon } from './icon.tsx'

export const KeyShapeIcon = /* @__PURE__ */ createIcon('M2.3 10.8a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0-5.8 0zM7.3 8.7l6.2-6.2M10.5 5.5l2 2')
