(function () {
  "use strict";
  var form = document.getElementById("filters");
  var files = Array.from(document.querySelectorAll(".file"));

  function checked(id) { return document.getElementById(id).checked; }

  function isShown(finding, group) {
    var data = finding.dataset;
    if (group && data.group !== group) { return false; }
    if (data.state !== "new" && !checked("state-" + data.state)) { return false; }
    return checked("level-" + data.level);
  }

  function apply() {
    var text = document.getElementById("search").value.trim().toLowerCase();
    var group = document.getElementById("group").value;
    var shown = 0, all = 0;
    files.forEach(function (file) {
      var matches = file.dataset.path.toLowerCase().includes(text);
      var any = false;
      file.querySelectorAll(".finding").forEach(function (finding) {
        var visible = matches && isShown(finding, group);
        finding.hidden = !visible;
        any = any || visible;
        shown += visible ? 1 : 0;
        all += 1;
      });
      file.hidden = !any;
    });
    document.getElementById("none").hidden = shown > 0;
    document.getElementById("shown").textContent = shown + " of " + all + " findings shown";
  }

  function copy(button) {
    var code = button.parentElement.querySelector("code");
    function select() {
      var range = document.createRange();
      range.selectNodeContents(code);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
    if (!navigator.clipboard) { select(); return; }
    navigator.clipboard.writeText(code.textContent).then(function () {
      button.textContent = "Copied";
      setTimeout(function () { button.textContent = "Copy"; }, 1500);
    }, select);
  }

  if (form) {
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    apply();
  }
  document.querySelectorAll("button.copy").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () { copy(button); });
  });
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (each) { each.open = true; });
  });
})();
