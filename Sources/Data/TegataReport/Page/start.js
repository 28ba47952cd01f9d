/** Lists the inputs that could not be read. */
function writeProblems(problems) {
  find("problems").hidden = problems.length === 0;
  find("problem-count").textContent = counted(problems.length, "problem");
  find("problem-list").replaceChildren(
    ...problems.map((problem) => {
      const item = document.createElement("li");
      item.textContent = problem;
      return item;
    }),
  );
}

writeProblems(readTexts("failures"));
const sources = readSources();
if (sources.some((source) => source.count > 0)) new Page(sources).showPlaying();
else find("summary").textContent = "There was no frame to read.";
