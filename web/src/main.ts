import './ui/tokens.css'
import './features/skins/skins.css'
import './ui/base.css'
import './app/early.ts'

// The libraries come after the first calls: their answers are on their way while the libraries are read.
void import('./app/start.tsx').then(({ start }) => start())
