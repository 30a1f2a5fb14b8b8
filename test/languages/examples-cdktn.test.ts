import { testExamples } from './deploys-like-typescript';

testExamples('cdktn');
