export { type DescribeWiringOptions, describeWiring } from './describe-wiring.js'
