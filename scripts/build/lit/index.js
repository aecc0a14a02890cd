// The order matters: Lit's modules run between the two others. Every file that imports Lit imports this one first.
import './lend.js';
import 'lit';
import './take-back.js';
